/** Errors of a mail server or of the system, with their meaning for the owner. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/ENOTFOUND|EAI_AGAIN|EDNS|ECONNREFUSED|ETIMEDOUT|timed? ?out|never received/i, 'Le serveur d’e-mail ne répond pas.'],
  [/ECONNRESET|EPIPE|socket|connection closed|closed unexpectedly/i, 'Le serveur d’e-mail a coupé la connexion.'],
  [/certificate|self-signed|SSL|TLS|altname/i, 'La connexion chiffrée avec le serveur d’e-mail n’aboutit pas.'],
  [/\b53[0-9]\b|Invalid login|authenticat/i, 'Le serveur d’e-mail refuse le nom ou le mot de passe.'],
  [/\b(hourly|daily|sending|rate)\b.*\b(quota|limit)/i, 'La limite d’envoi est atteinte ; il faut attendre.'],
  [/\brelay(ing)?( access)? (denied|not permitted)/i, 'Le serveur d’e-mail refuse de transmettre le message.'],
  [/\b[45]52\b|[45]\.2\.2|quota|over ?quota|mailbox (is )?full|full mailbox/i, 'La boîte du destinataire est pleine.'],
  [
    /[45]\.7\.\d+|\bspam\b|blocked|blacklist|reputation|policy/i,
    'Le serveur du destinataire prend ce message pour un indésirable.',
  ],
  [/\b(sender|MAIL FROM)\b/i, 'Le serveur d’e-mail n’accepte pas l’adresse de l’expéditeur.'],
  [
    /\b55[0136]\b|5\.1\.[0-9]+|no such user|user unknown|does not exist|not found/i,
    'L’adresse du destinataire n’existe pas.',
  ],
  [/\b4[0-9]{2}\b|greylist|try again|later/i, 'Le serveur du destinataire demande de réessayer plus tard.'],
  [/\b5[0-9]{2}\b/, 'Le serveur du destinataire a refusé le message.'],
]

/**
 * Explains a mail server's error in one French sentence for the owner. The original is in the log and in the list of
 * the outbox.
 */
export function explainRefusal(said: string): string {
  const [, meaning] = MEANINGS.find(([sign]) => sign.test(said)) ?? []
  return meaning ?? 'Le serveur d’e-mail n’a pas pris le message.'
}

/** Replaces every e-mail address, because logs contain no personal data. */
export function withoutAddresses(said: string): string {
  return said.replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '…@…')
}
