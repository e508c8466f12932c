import { isIPv6 } from 'node:net'
import type { Status } from '../state/part.ts'
import { otherName } from './fill-in.ts'
import type { Machine } from './machine.ts'

/** What was found, in French. */
export interface Finding {
  status: Status
  text: string
}

/** Whether names, ports and clock are ready for a public site. Nothing is changed. */
export async function checkMachine(machine: Machine, host: string, proxy: ProxyName): Promise<Finding[]> {
  const names = await Promise.all([host, otherName(host)].map((name) => checkName(machine, name)))
  const ports = await Promise.all([80, 443].map((port) => checkPort(machine, port, proxy)))
  return [...names.flat(), ...ports, checkClock(machine)]
}

export type ProxyName = 'caddy' | 'nginx'

async function checkName(machine: Machine, name: string): Promise<Finding[]> {
  const found = await machine.addressesOf(name)
  const own = machine.ownAddresses()
  if (found.length === 0) return [{ status: 'fail', text: `${name} ne mène nulle part : créez son enregistrement A.` }]
  const foreign = found.filter((address) => !own.includes(address))
  const shown = found.join(', ')
  return [
    foreign.length === 0
      ? { status: 'pass', text: `${name} mène à cette machine (${shown}).` }
      : {
          status: 'warn',
          text: `${name} mène à ${shown}, et cette machine se connaît ${own.join(', ')} : vérifiez, si aucun routeur ne les relie.`,
        },
    ...(own.some(isIPv6) && !found.some(isIPv6)
      ? [
          {
            status: 'warn' as const,
            text: `${name} n’a pas d’enregistrement AAAA, et cette machine a une adresse IPv6.`,
          },
        ]
      : []),
  ]
}

async function checkPort(machine: Machine, port: number, proxy: ProxyName): Promise<Finding> {
  if (await machine.isPortFree(port)) return { status: 'pass', text: `Le port ${port} est libre.` }
  if (machine.holds(`ss -Hltnp 'sport = :${port}' | grep -q '"${proxy}"'`))
    return { status: 'pass', text: `Le port ${port} est à ${proxy}.` }
  return {
    status: 'fail',
    text: `Le port ${port} est pris par un autre programme : ss -ltnp 'sport = :${port}' le nomme.`,
  }
}

function checkClock(machine: Machine): Finding {
  const isSet = machine.isClockSet()
  if (isSet) return { status: 'pass', text: 'L’horloge est réglée par le réseau.' }
  return { status: 'warn', text: 'L’horloge n’est pas réglée par le réseau : timedatectl dit pourquoi.' }
}
