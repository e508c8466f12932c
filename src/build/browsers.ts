/** The oldest browsers that scripts and styles are built for. */
export const BROWSERS = ['chrome109', 'firefox115', 'safari15.4']
