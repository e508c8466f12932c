import { hydrateRoot } from 'react-dom/client'
import { Form } from './Form.tsx'

/**
 * Brings a form of FormIsland.astro to life, from the markup and the props that the server sent.
 * @param onAnswer told whether the server has confirmed that a submission is stored
 */
export function hydrate(island: HTMLElement, onAnswer: (stored: boolean) => void): void {
  hydrateRoot(island, <Form {...JSON.parse(island.dataset.island ?? '')} onAnswer={onAnswer} />)
}
