import { isIPv6 } from 'node:net'
import { type Diagnosis, fail, pass, warn } from '../diagnosis.ts'
import { otherName } from './fill-in.ts'
import type { Machine } from './machine.ts'

/** Checks if names, ports and clock are ready for a public site. Changes nothing. */
export async function checkMachine(machine: Machine, host: string, proxy: ProxyName): Promise<Diagnosis[]> {
  const names = await Promise.all([host, otherName(host)].map((name) => checkName(machine, name)))
  const ports = await Promise.all([80, 443].map((port) => checkPort(machine, port, proxy)))
  return [...names.flat(), ...ports, checkClock(machine)]
}

export type ProxyName = 'caddy' | 'nginx'

async function checkName(machine: Machine, name: string): Promise<Diagnosis[]> {
  const found = await machine.addressesOf(name)
  const own = machine.ownAddresses()
  if (found.length === 0) return [fail(`${name} ne mène nulle part : créez son enregistrement A.`)]
  const shown = found.join(', ')
  const ways = found.every((address) => own.includes(address))
    ? pass(`${name} mène à cette machine (${shown}).`)
    : warn(
        `${name} mène à ${shown}, et cette machine se connaît ${own.join(', ')} : vérifiez, si aucun routeur ne les relie.`,
      )
  if (!own.some(isIPv6) || found.some(isIPv6)) return [ways]
  return [ways, warn(`${name} n’a pas d’enregistrement AAAA, et cette machine a une adresse IPv6.`)]
}

async function checkPort(machine: Machine, port: number, proxy: ProxyName): Promise<Diagnosis> {
  if (await machine.isPortFree(port)) return pass(`Le port ${port} est libre.`)
  if (machine.succeeds(`ss -Hltnp 'sport = :${port}' | grep -q '"${proxy}"'`))
    return pass(`Le port ${port} est à ${proxy}.`)
  return fail(`Le port ${port} est pris par un autre programme : ss -ltnp 'sport = :${port}' le nomme.`)
}

function checkClock(machine: Machine): Diagnosis {
  if (machine.isClockSet()) return pass('L’horloge est réglée par le réseau.')
  return warn('L’horloge n’est pas réglée par le réseau : timedatectl dit pourquoi.')
}
