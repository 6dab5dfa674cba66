import type { OptionKind } from '../../../../schema/platform/lookups/endpoints.ts'
import { AsyncOptionSelect } from './async-option-select.tsx'

interface LookupFilterProps {
  kind: OptionKind
  /** "Vendor" */
  label: string
  value: string | undefined
  onChange: (id: string | undefined) => void
  /** Sets the width. */
  className?: string | undefined
}

/** Above a list: filters by one vendor or one owner. */
export const LookupFilter = ({ kind, label, value, onChange, className }: LookupFilterProps) => (
  <div className={className}>
    <AsyncOptionSelect
      kind={kind}
      aria-label={label}
      placeholder={`Any ${label.toLowerCase()}`}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  </div>
)
