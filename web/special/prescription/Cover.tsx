import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { usePages } from '#web/parts/evidence/load-pages.ts';
import type { EvidenceFile } from '#web/parts/evidence/region.ts';

/** The first page of a prescription, fetched only once its card becomes visible. */
export function Cover({
  file,
  through,
  label,
}: {
  readonly file: EvidenceFile | null;
  readonly through: string;
  readonly label: string;
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const target = place.current;
    if (!target || seen) return undefined;
    const watch = new IntersectionObserver(
      (entries) => entries.some((one) => one.isIntersecting) && setSeen(true),
    );
    watch.observe(target);
    return () => watch.disconnect();
  }, [seen]);
  return (
    <div ref={place} className="rx-cover">
      {seen && file && <Drawn file={file} through={through} label={label} />}
    </div>
  );
}

function Drawn({
  file,
  through,
  label,
}: {
  readonly file: EvidenceFile;
  readonly through: string;
  readonly label: string;
}): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [files] = useState([file]);
  const { pages } = usePages(files, through);
  const [page] = pages;
  useEffect(() => {
    if (page && canvas.current)
      page.draw(canvas.current).catch((error: unknown) => console.warn('A cover could not be drawn.', error));
  }, [page]);
  return <canvas ref={canvas} role="img" aria-label={label} />;
}
