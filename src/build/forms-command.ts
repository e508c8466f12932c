import { lackingForms } from './lacking-forms.ts'

const lacking = lackingForms()
for (const sentence of lacking) console.log(sentence)
process.exitCode = lacking.length === 0 ? 0 : 1
