/** Reads codes from the camera until it is stopped; each code is reported once until another one is seen. */
export async function readCamera(
  video: HTMLVideoElement,
  onCode: (text: string) => void,
): Promise<() => void> {
  const { BrowserMultiFormatReader } = await import('@zxing/browser');
  const reader = new BrowserMultiFormatReader();
  let last = '';
  const controls = await reader.decodeFromConstraints(
    { video: { facingMode: 'environment' } },
    video,
    (result) => {
      const text = result?.getText() ?? '';
      if (text === '' || text === last) return;
      last = text;
      onCode(text);
    },
  );
  return () => controls.stop();
}
