import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const gray: MantineColorsTuple = [
  '#f8f8f9',
  '#f1f2f3',
  '#e7e8ea',
  '#d9dadd',
  '#bfc1c6',
  '#9497a0',
  '#6b6e78',
  '#50535c',
  '#35373e',
  '#1d1e23',
]

const dark: MantineColorsTuple = [
  '#dcdde1',
  '#b4b6bd',
  '#8e919b',
  '#686b75',
  '#3f4149',
  '#303239',
  '#26282e',
  '#1b1c21',
  '#151619',
  '#101114',
]

const accent: MantineColorsTuple = [
  '#eef1fb',
  '#dde3f7',
  '#bcc8ee',
  '#98aae4',
  '#7a91dc',
  '#4f6ac9',
  '#3450b4',
  '#2b439a',
  '#24387f',
  '#1b2b62',
]

const red: MantineColorsTuple = [
  '#fdeceb',
  '#fbd5d2',
  '#f5aaa4',
  '#f08a82',
  '#e2564b',
  '#cf3b2f',
  '#c4291c',
  '#a82116',
  '#8c1b12',
  '#6d150e',
]

export const theme = createTheme({
  colors: { gray, dark, accent, red },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 5 },
  white: '#ffffff',
  black: '#1d1e23',
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.75rem' },
      h2: { fontSize: '1rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1rem', sm: '1.25rem', md: '1.25rem', lg: '1.5rem', xl: '1.75rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  breakpoints: { xs: '30em', sm: '40em', md: '60em', lg: '75em', xl: '90em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Tooltip: {
      defaultProps: {
        maw: 250,
        multiline: true,
        withArrow: false,
        openDelay: 300,
        events: { hover: true, focus: true, touch: true },
      },
    },
    Modal: {
      defaultProps: {
        centered: false,
        transitionProps: { duration: 120 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    // The placeholder is focusable but no menu item. Assistive software may not find it in a menu.
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 80 }, withInitialFocusPlaceholder: false } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    // Those that can be scrolled to fade where they continue.
    Tabs: { defaultProps: { keepMounted: false }, classNames: { list: 'ol-fades' } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Input: { defaultProps: { size: 'sm' } },
    // The key of a phone's keyboard says what it does.
    TextInput: { defaultProps: { enterKeyHint: 'done' } },
    NumberInput: { defaultProps: { enterKeyHint: 'done' } },
    Select: { defaultProps: { enterKeyHint: 'done' } },
    MultiSelect: { defaultProps: { enterKeyHint: 'done' } },
    TagsInput: { defaultProps: { enterKeyHint: 'done' } },
    DateInput: { defaultProps: { enterKeyHint: 'done' } },
    Autocomplete: { defaultProps: { enterKeyHint: 'done' } },
    PasswordInput: { defaultProps: { enterKeyHint: 'done' } },
    Textarea: { defaultProps: { enterKeyHint: 'enter' } },
  },
})

/** The few surfaces and states of the product, named by purpose. Both schemes meet AA on `surface`. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--ol-row': '40px', '--ol-reading': '44rem' },
  light: {
    '--mantine-color-dimmed': '#63666f',
    '--mantine-color-placeholder': '#6f727d',
    '--mantine-color-error': '#b42318',
    '--ol-page': '#ffffff',
    '--ol-surface': '#ffffff',
    '--ol-sunken': '#f8f8f9',
    '--ol-hover': '#f4f4f6',
    '--ol-line': '#e7e8ea',
    '--ol-line-strong': '#d9dadd',
    '--ol-green': '#1a7346',
    '--ol-green-soft': '#e8f5ee',
    '--ol-amber': '#8a5300',
    '--ol-amber-soft': '#fdf3e1',
    '--ol-red': '#b42318',
    '--ol-red-soft': '#fdeceb',
    '--ol-neutral': '#50535c',
    '--ol-neutral-soft': '#f1f2f3',
  },
  dark: {
    '--mantine-color-dimmed': '#a0a3ad',
    '--mantine-color-placeholder': '#8e919b',
    '--mantine-color-error': '#ff9b91',
    '--mantine-color-anchor': '#9fb1f0',
    '--ol-page': '#151619',
    '--ol-surface': '#1b1c21',
    '--ol-sunken': '#101114',
    '--ol-hover': '#22242a',
    '--ol-line': '#2b2d34',
    '--ol-line-strong': '#3f4149',
    '--ol-green': '#6fcf97',
    '--ol-green-soft': '#17301f',
    '--ol-amber': '#f0b95b',
    '--ol-amber-soft': '#33260f',
    '--ol-red': '#ff9b91',
    '--ol-red-soft': '#3a1a18',
    '--ol-neutral': '#b4b6bd',
    '--ol-neutral-soft': '#26282e',
  },
})
