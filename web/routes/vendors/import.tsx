import { ImportPage } from '../../features/vendor-imports/import-page.tsx'
import { usePathParams } from '../../lib/path-params.ts'

export const Page = () => {
  const { importId } = usePathParams<'importId'>()
  return <ImportPage importId={importId} />
}
