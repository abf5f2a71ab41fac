/** Power in each frequency bin of one Hann-windowed frame; its length is a power of two. */
export function powerSpectrum(frame: Float64Array): Float64Array {
  const size = frame.length
  const re = frame.map((sample, i) => sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size)))
  const im = new Float64Array(size)
  transform(re, im)
  return Float64Array.from({ length: size / 2 }, (_, i) => (re[i] ?? 0) ** 2 + (im[i] ?? 0) ** 2)
}

/** Fast Fourier transform in place, radix 2. */
function transform(re: Float64Array, im: Float64Array): void {
  reorder(re, im)
  for (let span = 1; span < re.length; span *= 2) {
    for (let k = 0; k < span; k++) {
      const [cos, sin] = [Math.cos((Math.PI * k) / span), -Math.sin((Math.PI * k) / span)]
      for (let i = k; i < re.length; i += 2 * span) butterfly(re, im, i, i + span, cos, sin)
    }
  }
}

// eslint-disable-next-line max-params -- the innermost step: an object here would cost more than the arithmetic
function butterfly(re: Float64Array, im: Float64Array, i: number, j: number, cos: number, sin: number): void {
  const [x, y, ri, ii] = [re[j] ?? 0, im[j] ?? 0, re[i] ?? 0, im[i] ?? 0]
  const [tr, ti] = [x * cos - y * sin, x * sin + y * cos]
  re[j] = ri - tr
  im[j] = ii - ti
  re[i] = ri + tr
  im[i] = ii + ti
}

/** Moves every value to its bit-reversed index. */
function reorder(re: Float64Array, im: Float64Array): void {
  for (let i = 1, j = 0; i < re.length; i++) {
    let bit = re.length >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j |= bit
    if (i < j) {
      ;[re[i], re[j]] = [re[j] ?? 0, re[i] ?? 0]
      ;[im[i], im[j]] = [im[j] ?? 0, im[i] ?? 0]
    }
  }
}
