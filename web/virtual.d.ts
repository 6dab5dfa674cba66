/** See component-styles.ts. */
declare module 'virtual:component-styles'
