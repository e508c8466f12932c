import { hydrateRoot } from 'react-dom/client'
import { Form } from './Form.tsx'

/**
 * Brings a form of FormIsland.astro to life, from the markup and the props that the server sent.
 * @param onStored called after the server has confirmed that a submission is stored
 */
export function hydrate(island: HTMLElement, onStored: () => void): void {
  hydrateRoot(island, <Form {...JSON.parse(island.dataset.island ?? '')} onStored={onStored} />)
}
