/** Sentence about taxes for each VAT regime allowed in company.yaml. */
export const VAT: Readonly<Record<string, string>> = {
  assujetti: 'Ils s’entendent toutes taxes comprises.',
  franchise: 'Prix nets – TVA non applicable, art. 293 B du CGI.',
}
