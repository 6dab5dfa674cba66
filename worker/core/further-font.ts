import file from 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'

/** The font for what PDF's standard fonts don't have. Bundlers give its bytes, whatever types of the web say. */
export const FURTHER_FONT = new Uint8Array(file as unknown as ArrayBuffer)
