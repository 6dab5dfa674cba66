import { ImportList } from '../../features/vendors/imports/import-list.tsx'
import { ImportPage } from '../../features/vendors/imports/import-page.tsx'
import { usePathParams } from '../../lib/path-params.ts'

export const Page = () => {
  const { importId } = usePathParams<'importId'>()
  return importId ? <ImportPage importId={importId} /> : <ImportList />
}
