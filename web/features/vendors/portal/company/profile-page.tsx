import { Button, Radio, Skeleton } from '@mantine/core'
import { vendorCompanyChange } from '../../../../../schema/vendors/portal/profile.ts'
import { VENDOR_TYPE_WORDS, VENDOR_TYPES } from '../../../../../schema/vendors/portal/values.ts'
import { Section } from '../../../../ui/details.tsx'
import { useEndpointForm } from '../../../../ui/endpoint-form.ts'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import { sessionKeys } from '../../../platform/session/index.ts'
import { readVendorSession, useVendorSession, type VendorSession, vendorKeys } from '../api.ts'
import { Accounts } from './accounts.tsx'
import { Addresses } from './addresses.tsx'
import { updateCompany, useProfile } from './api.ts'
import classes from './company.module.css'
import { Contacts } from './contacts.tsx'

/** What the vendor company says about itself, once for all customers. */
export const ProfilePage = () => {
  const session = useVendorSession()
  const profile = useProfile()
  const failed = session.error ?? profile.error
  return (
    <>
      <PageHeader
        title="Company profile"
        subtitle="Kept once for all your customers. Each customer sees only the contacts and bank accounts you share with it."
      />
      {failed && !(session.data && profile.data) ? (
        <ErrorState
          error={failed}
          onRetry={() => {
            void session.refetch()
            void profile.refetch()
          }}
        />
      ) : (
        <>
          <Section id="company" title="Company" first>
            {session.data ? (
              <CompanyForm key={session.data.vendorCompany.version} company={session.data.vendorCompany} />
            ) : (
              <Skeleton height={120} radius={8} />
            )}
          </Section>
          <Addresses profile={profile.data} />
          <Contacts profile={profile.data} />
          <Accounts profile={profile.data} />
        </>
      )}
    </>
  )
}

const CompanyForm = ({ company }: { company: VendorSession['vendorCompany'] }) => {
  const { form, submit, isPending, theirs } = useEndpointForm(
    { body: vendorCompanyChange.required({ name: true, vendorType: true }) },
    {
      initial: { name: company.name, vendorType: company.vendorType },
      edited: { version: company.version, read: async () => (await readVendorSession()).vendorCompany },
      run: ({ name, vendorType }, { commandId, version }) =>
        updateCompany({ name, vendorType, ...(version !== undefined && { version }) }, commandId),
      success: 'Company saved',
      invalidates: [vendorKeys.session, vendorKeys.companies, sessionKeys.current],
    },
  )
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {theirs && theirs !== 'gone' && (
        <p role="alert" className={classes.note}>
          A colleague saved “{theirs.name}” in the meantime. Save again to replace it.
        </p>
      )}
      <TextField label="Company name" required maxLength={200} {...form.getInputProps('name')} />
      <Radio.Group label="Type" {...form.getInputProps('vendorType')}>
        <div className={classes.radios}>
          {VENDOR_TYPES.map((value) => (
            <Radio key={value} value={value} label={VENDOR_TYPE_WORDS[value]} />
          ))}
        </div>
      </Radio.Group>
      <div>
        <Button type="submit" loading={isPending} disabled={!form.isDirty()}>
          Save company
        </Button>
      </div>
    </form>
  )
}
