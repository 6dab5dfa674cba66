import { Button } from '@mantine/core'
import { useState } from 'react'
import { isProposedVendorId } from '../../../../schema/requests/proposed-vendors/values.ts'
import type { Option } from '../../../../schema/shared/values.ts'
import type { FieldProps } from '../../../ui/fields/field-props.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useProposedVendor } from './api.ts'
import { contactText } from './card.tsx'
import { ProposeDialog } from './propose-dialog.tsx'
import classes from './proposed-vendors.module.css'

interface VendorChoiceProps extends Omit<FieldProps<string | null>, 'value' | 'onChange'> {
  value?: string | null
  /** The name that came with the value. */
  known?: Option[]
  onChange: (vendorId: string | null) => void
}

/** A vendor of the company, or one that the request proposes. */
export const VendorChoice = ({ value = null, onChange, ...field }: VendorChoiceProps) => {
  const [asked, setAsked] = useState<{ name: string } | 'again' | null>(null)
  const proposed = useProposedVendor(value && isProposedVendorId(value) ? value : null).data
  const choose = (vendorId: string): void => {
    onChange(vendorId)
    setAsked(null)
  }
  return (
    <div>
      <AsyncOptionSelect
        {...field}
        kind="vendor"
        value={value}
        onChange={onChange}
        more={{
          label: (typed) => (typed ? `Propose “${typed}” as a new vendor` : 'Propose a new vendor'),
          onChoose: (typed) => setAsked({ name: typed }),
        }}
      />
      {proposed && proposed.state !== 'MADE' && (
        <div className={classes.chosen}>
          <StatusBadge tone="waiting" label="Proposed" />
          <span className={classes.known}>
            {[proposed.website, contactText(proposed), proposed.country].filter(Boolean).join(' · ') ||
              'Only the name is known.'}
          </span>
          <Button variant="subtle" size="compact-sm" onClick={() => setAsked('again')}>
            Edit vendor
          </Button>
        </div>
      )}
      {asked && (
        <ProposeDialog
          initial={asked === 'again' && proposed ? proposed : { name: asked === 'again' ? '' : asked.name }}
          onClose={() => setAsked(null)}
          onChoose={choose}
        />
      )}
    </div>
  )
}
