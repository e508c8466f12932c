/** How the server is compiled (docs/decisions/0015), for Astro's build of it and for what is measured beside it. */
export const serverBuild = {
  /** Libraries are compiled in with what is used of them; those with machine code are not. */
  external: ['better-sqlite3', 'nodemailer', 'satteri', 'sharp'],
  define: { 'process.env.NODE_ENV': '"production"' },
  /** Names are kept, so that a stack trace can be read. */
  output: { entryFileNames: '[name].mjs', minify: { mangle: false } },
}
