/**
 * Runs in the head of every page. Chromium shows a page that it fetched before it was asked for without a request, so that
 * the server would not count it: the page says so, without a word about anybody.
 */
export const openedAheadScript =
  "performance.getEntriesByType('navigation')[0]?.deliveryType=='navigational-prefetch'&&navigator.sendBeacon('/api/opened')"
