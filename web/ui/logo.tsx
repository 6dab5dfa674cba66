/** The product's mark: an open ring with an exit. */
export const OutlayMark = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" role="img" aria-label="Outlay">
    <rect width="24" height="24" rx="6" fill="var(--mantine-color-accent-6)" />
    <path d="M12 5.5a6.5 6.5 0 1 0 6.5 6.5" fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
    <path
      d="M12.6 11.4 18 6m0 0h-4.2M18 6v4.2"
      fill="none"
      stroke="#fff"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
