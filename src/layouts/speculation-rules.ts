/**
 * What Chromium may fetch before it is asked to: the pages of the menu once it is open on a phone, those of the header as
 * soon as the pointer comes near, others when they are about to be followed; never files and addresses with questions
 * (docs/decisions/0016). Stands in every prerendered page; its hash is part of the CSP.
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    { where: { selector_matches: '#menu:popover-open a' }, eagerness: 'immediate' },
    { where: { selector_matches: '.header a' }, eagerness: 'eager' },
    {
      // «\\?*» would leave every address out: what follows the sign may be nothing, and so may the sign.
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: ['/*\\?(.+)', '/*.*'] } }] },
      eagerness: 'moderate',
    },
  ],
})
