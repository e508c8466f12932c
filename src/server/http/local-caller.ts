/** Headers that a proxy adds. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * True for a request that a program on this machine made itself, not for one that a proxy passes on.
 * @param address of the visitor as clientAddress has it: without a forwarding header, that of the connection
 */
export function isLocalCaller(address: string, headers: Headers): boolean {
  return (
    /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i.test(address) && !FORWARDED.some((name) => headers.has(name))
  )
}
