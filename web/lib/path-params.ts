import { useParams } from '@tanstack/react-router'

/** Parameters of the page's path: `const { categoryId } = usePathParams<'categoryId'>()`. */
export const usePathParams = <Name extends string>(): Record<Name, string> => {
  const params = useParams({ strict: false })
  return params as Record<Name, string>
}
