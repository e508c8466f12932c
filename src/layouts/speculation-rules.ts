/**
 * Pages that Chromium prefetches: those of the menu when it is open on a phone, those of the header when the pointer
 * comes near, others when a link is about to be followed; never files or URLs with a query (docs/decisions/0016). Part
 * of every prerendered page; its hash is in the CSP.
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    { where: { selector_matches: '#menu:popover-open a' }, eagerness: 'immediate' },
    { where: { selector_matches: '.header a' }, eagerness: 'eager' },
    {
      // «\\?*» would exclude every URL, because it also matches URLs without a query.
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: ['/*\\?(.+)', '/*.*'] } }] },
      eagerness: 'moderate',
    },
  ],
})
