/** Confirmations by the value of `fait` in the URL of the redirect. */
export const AFTER_ACT: ReadonlyMap<string, { good: boolean; text: string }> = new Map([
  ['plus-tard', { good: true, text: 'C’est remis à plus tard.' }],
  ['confiee', { good: true, text: 'C’est confié : un e-mail part avec ses mots.' }],
  ['jetee', { good: true, text: 'C’est jeté, sans un mot à personne.' }],
  ['retiree', { good: true, text: 'C’est noté : cette inscription est effacée, et rien ne lui sera envoyé.' }],
  ['effacee', { good: true, text: 'Ses données sont effacées, e-mails compris.' }],
  [
    'effacee-prevenue',
    { good: true, text: 'La personne est prévenue, et ses données sont effacées, e-mails compris.' },
  ],
  [
    'introuvable',
    { good: false, text: 'Rien n’est à cette adresse : la demande a été effacée, ou le lien est incomplet.' },
  ],
])
