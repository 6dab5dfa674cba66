import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { addressLines } from '../../../../schema/requests/forms/answer-words.ts'
import { textOf } from '../../../../schema/shared/record.ts'
import { fullName, namesText } from '../../../../schema/shared/values.ts'
import { vendorFields } from '../../../../schema/vendors/vendors/record.ts'
import { type Contact, contactName } from '../../../../schema/vendors/vendors/values.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { Columns, Fact, Facts, FieldFacts, Section } from '../../../ui/details.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { RichText } from '../../../ui/rich-text.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useCan, useCompany } from '../../platform/session/index.ts'
import { linesOf, NOT_ANSWERED } from '../../requests/submissions/index.ts'
import { loadDocumentBadges } from '../vendor-forms/index.ts'
import { useVendorFields, type Vendor } from './api.ts'
import { Next12Spend } from './next12-spend.tsx'
import { contactsOf } from './page/contacts-of.ts'
import { Portal } from './portal.tsx'
import { RequestAnswers } from './request-answers.tsx'
import { TaxIdList } from './tax-id-list.tsx'
import classes from './vendors.module.css'
import { Verifications } from './verifications.tsx'
import { websiteHref } from './words.tsx'

const SocTwoNote = lazy(async () => ({ default: (await loadDocumentBadges()).SocTwoNote }))

/** The report that the vendor sent may say something else. */
const { isSocTwoCompliant, ...PLAIN } = vendorFields

const People = ({ people }: { people: Vendor['owners'] }) => (
  <>
    {people.map((person) => (
      <div key={person.id}>
        <PersonName name={fullName(person)} />
      </div>
    ))}
  </>
)

const ContactCard = ({ label, contact }: { label: string; contact: Contact }) => (
  <li className={classes.contact}>
    <span className={classes.dim}>{label}</span>
    <strong>{contactName(contact)}</strong>
    {contact.email && (
      <a className="ol-link" href={`mailto:${contact.email}`}>
        {contact.email}
      </a>
    )}
    {contact.phone && (
      <a className="ol-link" href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}>
        {contact.phone}
      </a>
    )}
    {contact.memo && <span className={classes.dim}>{contact.memo}</span>}
  </li>
)

/** The details of a vendor. */
export const Overview = ({ vendor }: { vendor: Vendor }) => {
  const { enableVendorCategories, enableN12mServiceSpend } = useCompany()
  const can = useCan()
  const contacts = contactsOf(vendor)
  const lines = vendor.address ? addressLines(vendor.address) : []
  return (
    <>
      <Columns>
        <Facts>
          <Fact label="Owners">{vendor.owners.length > 0 && <People people={vendor.owners} />}</Fact>
          <Fact label="Signer">{vendor.signer && <People people={[vendor.signer]} />}</Fact>
          {enableVendorCategories && <Fact label="Categories">{namesText(vendor.vendorCategories)}</Fact>}
          <Fact label="Website">
            {vendor.website && (
              <a className="ol-link" href={websiteHref(vendor.website)} target="_blank" rel="noreferrer">
                {vendor.website}
              </a>
            )}
          </Fact>
          <Fact label="Address">{lines.length > 0 && lines.map((line) => <div key={line}>{line}</div>)}</Fact>
          <Fact label="Added">
            <DateText instant={vendor.createdAt} />
          </Fact>
        </Facts>
        <Facts>
          {enableN12mServiceSpend && (
            <Fact label="Next 12 months">
              <Next12Spend vendor={vendor} />
            </Fact>
          )}
          <Fact label="Services">
            {vendor.servicesCount > 0 && (
              <AppLink className="ol-link" href={to('/vendors/$vendorId/services', { vendorId: vendor.id })}>
                {vendor.servicesCount}
                <span className="ol-visually-hidden"> services</span>
              </AppLink>
            )}
          </Fact>
          <Fact label="Spend categories">{namesText(vendor.connectedCategories)}</Fact>
          <Fact label="Departments">{namesText(vendor.connectedDepartments)}</Fact>
          <FieldFacts fields={PLAIN} of={vendor} />
          <Fact label={isSocTwoCompliant.label}>
            {textOf(isSocTwoCompliant, vendor.isSocTwoCompliant)}
            {vendor.isSocTwoCompliant && can('vendor-forms.use') && (
              <Suspense>
                <SocTwoNote vendorId={vendor.id} />
              </Suspense>
            )}
          </Fact>
          <Fact label="EIN/TIN">
            {vendor.taxPayerIdentificationNumbers.length > 0 && <TaxIdList vendor={vendor} />}
          </Fact>
        </Facts>
      </Columns>
      {contacts.length > 0 && (
        <Section id="contacts" title="Contacts">
          <ul className={classes.contacts}>
            {contacts.map(({ label, contact }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: contacts have no other identity
              <ContactCard key={index} label={label} contact={contact} />
            ))}
          </ul>
        </Section>
      )}
      <Portal vendor={vendor} />
      <CustomFields vendorId={vendor.id} />
      {can('requests.use') && <RequestAnswers vendorId={vendor.id} />}
      <Section id="verifications" title="Verification">
        <Verifications vendor={vendor} />
      </Section>
    </>
  )
}

/** Answers to custom fields, by step. */
const CustomFields = ({ vendorId }: { vendorId: string }) => {
  const { data, error, refetch } = useVendorFields(vendorId)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) return <Skeleton height={64} mt={32} />
  return data.steps.map(({ stepId, stepLabel, fields }) => {
    const shown = fields.filter(({ type }) => type !== 'DISPLAY_ONLY')
    if (shown.length === 0) return null
    return (
      <Section key={stepId} id={`fields-${stepId}`} title={stepLabel}>
        <Facts>
          {shown.map((field) => {
            const lines = linesOf(field)
            return (
              <Fact key={field.id} label={field.label}>
                {lines.length === 0 ? (
                  <span className={classes.dim}>{NOT_ANSWERED}</span>
                ) : (
                  lines.map((line) => (
                    <div key={line}>
                      <RichText text={line} />
                    </div>
                  ))
                )}
              </Fact>
            )
          })}
        </Facts>
      </Section>
    )
  })
}
