/**
 * Script in the head of every page. Chromium shows a prefetched page without a request, so the server would not
 * count the visit: the page then sends a beacon without personal data.
 */
export const prefetchBeaconScript =
  "performance.getEntriesByType('navigation')[0]?.deliveryType=='navigational-prefetch'&&navigator.sendBeacon('/api/opened')"
