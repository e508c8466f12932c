/** Replaces the no-break spaces of French typography, for comparisons. */
export const plain = (text = ''): string => text.replace(/[\u00A0\u202F]/g, ' ')
