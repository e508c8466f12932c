import { type LabelledAnswer, receiptLink } from '../../forms/receipt.ts'

interface Props {
  answers: LabelledAnswer[]
  reference: string | undefined
  /** The sentence that said that it was stored. */
  message: string
}

/** What was sent, question by question, and a text file of it: the form itself has emptied. */
export function Receipt({ answers, reference, message }: Props) {
  return (
    <details className="form-receipt">
      <summary>Relire votre envoi</summary>
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
          href={receiptLink([message, `Référence\u00A0: ${reference}`], answers)}
        >
          Garder une copie (texte)
        </a>
      </p>
    </details>
  )
}
