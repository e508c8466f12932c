import { fillIn } from '../../copy/words/plain-words.ts'
import { interfaceWords } from '../../copy/words/words.ts'
import { type LabelledAnswer, receiptLink } from '../../forms/receipt.ts'

const { recu: phrases } = interfaceWords

interface Props {
  answers: LabelledAnswer[]
  reference: string
  /** Success message of the submission. */
  message: string
}

/** The answers that were sent, and a text file of them, because the form has been reset. */
export function Receipt({ answers, reference, message }: Props) {
  return (
    <details className="form-receipt">
      <summary>{phrases.relire}</summary>
      <dl className="specs">
        {answers.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a
          className="link"
          download={`hera-${reference}.txt`}
          href={receiptLink([message, fillIn(interfaceWords.formulaires.reference, { reference })], answers)}
        >
          {phrases.garder}
        </a>
      </p>
    </details>
  )
}
