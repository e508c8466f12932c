import { isIP } from 'node:net'

/**
 * The visitor's IP address: the address of the connection, or, behind N proxies of the operator's own, the N-th value of
 * X-Forwarded-For from the right. Values further left can be written by the visitor. A value that is not an IP address
 * is ignored.
 * @param connection address of the other end of the connection
 * @param forwardedFor header X-Forwarded-For
 */
export function clientAddress(
  connection: string,
  forwardedFor: string | null | undefined,
  trustedProxies: number,
): string {
  if (trustedProxies === 0) return connection
  const values = (forwardedFor ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)
  // Some proxies add the port: 192.0.2.1:50000 or [2001:db8::1]:50000.
  const address = (values.at(-trustedProxies) ?? '').replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
  return isIP(address) ? address : connection
}
