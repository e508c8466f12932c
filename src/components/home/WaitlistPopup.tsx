import type { ComponentProps } from 'react'
import { Form } from '../forms/Form.tsx'
import { STORED } from './popup-events.ts'

type Props = Pick<ComponentProps<typeof Form>, 'notice' | 'contactEmail' | 'page'>

/** The waitlist form of the popup; tells the dialog around it when the address is stored. */
export function WaitlistPopup(props: Props) {
  return <Form {...props} name="waitlist" id="popup" onStored={() => document.dispatchEvent(new Event(STORED))} />
}
