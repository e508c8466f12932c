/** Oldest supported browsers, the target of scripts and styles. */
export const BROWSERS = ['chrome109', 'firefox115', 'safari15.4', 'ios15.4']
