import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Evidence } from '../evidence/Evidence.tsx';
import type { EvidenceFile, EvidenceMark, Region } from '../evidence/region.ts';

const files: readonly EvidenceFile[] = [
  { fileId: 'one', name: 'page 1.png', mime: 'image/png', rotation: 0 },
  { fileId: 'two', name: 'page 2.png', mime: 'image/png', rotation: 90 },
];

/** A drawn page, so that the gallery needs no server. */
async function drawn({ fileId }: EvidenceFile): Promise<Blob> {
  const canvas = new OffscreenCanvas(800, 1_100);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#fffdf6';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#223';
  context.font = '28px serif';
  for (let line = 1; line <= 12; line += 1)
    context.fillText(`${fileId}: line ${line} of a page`, 80, 80 * line);
  return canvas.convertToBlob({ type: 'image/png' });
}

/** The evidence viewer: pages, zoom, rotation, contrast, two pages side by side, marked lines. */
export function EvidenceDemo(): ReactNode {
  const [marks, setMarks] = useState<readonly EvidenceMark[]>([
    { id: '2', label: '2', region: { fileId: 'one', page: 1, x: 0.08, y: 0.12, w: 0.6, h: 0.04 } },
  ]);
  const [active, setActive] = useState<string | null>(null);
  const [marking, setMarking] = useState<string | null>(null);
  const add = (region: Region): void => {
    setMarks([...marks.filter(({ id }) => id !== '3'), { id: '3', label: '3', region }]);
    setMarking(null);
  };
  return (
    <section>
      <h2>Evidence</h2>
      <Button size="compact-sm" variant="default" onClick={() => setMarking(marking === null ? '3' : null)}>
        Mark line 3
      </Button>
      <div style={{ height: 520, border: '1px solid var(--ops-line)' }}>
        <Evidence
          files={files}
          fetchFile={drawn}
          marks={marks}
          activeId={active}
          marking={marking}
          onMark={add}
          onPick={setActive}
        />
      </div>
    </section>
  );
}
