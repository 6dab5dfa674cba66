import { Alert } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { AppLink } from '../../../ui/app-link.tsx'
import { useSimilarVendors } from './api.ts'
import { vendorHref } from './words.tsx'

const DEBOUNCE_MS = 400

interface SimilarVendorsProps {
  name: string
  /** The vendor being edited isn't its own duplicate. */
  vendorId: string | null
}

/** Vendors that may be the same company under another spelling. */
export const SimilarVendors = ({ name, vendorId }: SimilarVendorsProps) => {
  const [typed] = useDebouncedValue(name.trim(), DEBOUNCE_MS)
  const { data } = useSimilarVendors(typed)
  const others = (typed ? (data ?? []) : []).filter(({ id }) => id !== vendorId)
  const same = others.filter(({ isSame }) => isSame)
  const shown = same.length > 0 ? same : others
  return (
    <div aria-live="polite">
      {shown.length > 0 && (
        <Alert color={same.length > 0 ? 'yellow' : 'gray'} p="xs" mt={8}>
          {same.length > 0 ? 'You may already have this vendor: ' : 'Similar vendors: '}
          {shown.map(({ id, name: found, archived }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <AppLink href={vendorHref(id)} className="ol-link" target="_blank">
                {found}
              </AppLink>
              {archived && ' (archived)'}
            </span>
          ))}
        </Alert>
      )}
    </div>
  )
}
