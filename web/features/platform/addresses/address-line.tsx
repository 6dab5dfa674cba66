import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  type AddressSuggestion,
  LEAST_TYPED,
  readSuggestedAddress,
  type SuggestedAddress,
  suggestAddresses,
} from '../../../../schema/platform/addresses/endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { asterisk, type FieldProps, SCROLLING_LIST } from '../../../ui/fields/field-props.ts'

/** After the last key (specification 1 §9). */
const PAUSE_MS = 1000

const labelOf = ({ main, secondary }: AddressSuggestion): string => (secondary ? `${main}, ${secondary}` : main)

interface AddressLineProps extends FieldProps<string> {
  className?: string
  maxLength?: number
  autoComplete?: string
  /** Takes the parts of an address that someone chose. */
  onTake: (address: SuggestedAddress) => void
}

/**
 * The first line of an address, which suggests whole addresses for what is typed. Without a provider, without a session, or
 * where the provider doesn't answer, it is a plain field.
 */
export const AddressLine = ({ value = '', required, onChange, onTake, ...props }: AddressLineProps) => {
  const [typed, setTyped] = useState('')
  // One failure ends it: people are typing the address anyway.
  const [gaveUp, setGaveUp] = useState(false)
  const [settled] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const session = useRef<string>(undefined)
  const sessionOf = (): string => {
    session.current ??= crypto.randomUUID()
    return session.current
  }
  const isAsked = settled.length >= LEAST_TYPED && settled === typed.trim() && !gaveUp
  const { data } = useQuery({
    queryKey: ['address-suggestions', settled],
    queryFn: async ({ signal }) => {
      try {
        const body = { query: settled, session: sessionOf() }
        return (await call(suggestAddresses, { body, signal, anonymous: true })).suggestions
      } catch (error) {
        if (!signal.aborted) setGaveUp(true)
        throw error
      }
    },
    enabled: isAsked,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const shown = isAsked ? (data ?? []) : []
  const byLabel = new Map(shown.map((each) => [labelOf(each), each]))
  const take = async (chosen: AddressSuggestion | undefined): Promise<void> => {
    if (!chosen) return
    const body = { id: chosen.id, session: sessionOf() }
    session.current = undefined
    setTyped('')
    // The line has what was chosen. The rest is typed, if it can't be had.
    const { address } = await call(readSuggestedAddress, { body, anonymous: true }).catch(() => ({ address: null }))
    if (address) onTake({ ...address, address1: address.address1 || chosen.main })
  }
  return (
    <Autocomplete
      {...props}
      {...asterisk(required)}
      {...SCROLLING_LIST}
      value={value}
      data={[...byLabel.keys()]}
      filter={({ options }) => options}
      onChange={(text) => onChange?.(byLabel.get(text)?.main ?? text)}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onOptionSubmit={(label) => void take(byLabel.get(label))}
    />
  )
}
