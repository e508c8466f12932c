import { formProblems } from './form-problems.ts'

const lacking = formProblems()
for (const sentence of lacking) console.log(sentence)
process.exitCode = lacking.length === 0 ? 0 : 1
