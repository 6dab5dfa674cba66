import { Button } from '@mantine/core'
import { useState } from 'react'
import { KIND_WORDS } from '../../../../schema/documents/documents/expiry.ts'
import { todayIn } from '../../../lib/format.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { type DocumentTarget, useFormDocuments, type VendorDocument } from './document-api.ts'
import { documentState } from './document-state.ts'
import { RenewDialog } from './renew-dialog.tsx'
import classes from './vendor-forms.module.css'

/** The documents that a company has from a form, for people who have only its link. */
export const LinkDocuments = ({ target, holder }: { target: DocumentTarget; holder: string }) => {
  const { data = [] } = useFormDocuments(target)
  const today = todayIn(useTimeZone())
  const [renewing, setRenewing] = useState<VendorDocument | null>(null)
  const held = data.filter(({ givenAt, isReplaced }) => givenAt !== null && !isReplaced)
  if (held.length === 0) return null
  return (
    <section aria-labelledby="documents-of-form" className={classes.discussion}>
      <h2 id="documents-of-form" className={classes.reviewTitle}>
        Documents
      </h2>
      <ul className={classes.waiting}>
        {held.map((document) => (
          <li key={document.id} className={classes.heldDocument}>
            <span>
              <a href={target.href(document.id)} target="_blank" rel="noreferrer">
                {document.fileName}
              </a>
              <span className={classes.from}>{KIND_WORDS[document.kind]}</span>
            </span>
            <StatusBadge plain {...documentState(document, today)} />
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Upload new version of ${document.fileName}`}
              onClick={() => setRenewing(document)}
            >
              Upload new version
            </Button>
          </li>
        ))}
      </ul>
      {renewing && (
        <RenewDialog
          document={renewing}
          holder={holder}
          upload={target.upload}
          renew={target.renew}
          invalidates={[target.key]}
          onClose={() => setRenewing(null)}
        />
      )}
    </section>
  )
}
