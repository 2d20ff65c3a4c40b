import { ActionIcon, Slider } from '@mantine/core';
import '@mantine/core/styles/Slider.css';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import {
  IconChevronLeft,
  IconChevronRight,
  IconColumns,
  IconContrast,
  IconMaximize,
  IconRotate,
  IconZoomIn,
  IconZoomOut,
  IconArrowAutofitWidth,
} from '../icons.ts';
import { ErrorState } from '../states.tsx';
import type { EvidencePage, FetchFile } from './load-pages.ts';
import { usePages } from './load-pages.ts';
import type { EvidenceFile, EvidenceMark, Region } from './region.ts';
import type { Contrast, StageOrder } from './Stage.tsx';
import { contrasts, Stage } from './Stage.tsx';
import { useEvidenceTranslations } from './translations.ts';
import './evidence.css';

export interface EvidenceProps {
  readonly files: readonly EvidenceFile[];
  /** The record through which the files are opened: `prescription-501`. */
  readonly through?: string;
  readonly marks?: readonly EvidenceMark[];
  readonly activeId?: string | null;
  /** The label of the line whose place is to be drawn; null: none. */
  readonly marking?: string | null;
  readonly onMark?: (region: Region) => void;
  readonly onPick?: (id: string) => void;
  /** The file to turn to, with the focus; a higher `n` turns to it again. */
  readonly turnTo?: { readonly fileId: string; readonly n: number } | null;
  /** The file whose page is shown, as soon as it is there. */
  readonly onShown?: (fileId: string) => void;
  readonly fetchFile?: FetchFile;
}

const nothing: readonly EvidenceMark[] = [];

/** The pages of a document beside the work on them. */
export function Evidence({
  files,
  through,
  marks = nothing,
  activeId = null,
  marking = null,
  onMark,
  onPick,
  turnTo = null,
  onShown,
  fetchFile,
}: EvidenceProps): ReactNode {
  const t = useEvidenceTranslations();
  const { pages, waiting, failure, retry } = usePages(files, through, fetchFile);
  const [at, setAt] = useState(0);
  const [beside, setBeside] = useState<number | null>(null);
  const [turn, setTurn] = useState(0);
  const [tilt, setTilt] = useState(0);
  const [contrast, setContrast] = useState<Contrast>('plain');
  const [order, setOrder] = useState<StageOrder>({ n: 0, what: 'whole' });
  const count = pages.length;
  const section = useRef<HTMLElement>(null);

  const active = marks.find(({ id }) => id === activeId)?.region;
  const wanted = active
    ? pages.findIndex((page) => page.fileId === active.fileId && page.page === active.page)
    : -1;
  useEffect(() => {
    if (wanted >= 0) setAt(wanted);
  }, [wanted, activeId]);
  useEffect(() => setAt((now) => Math.min(now, Math.max(0, count - 1))), [count]);

  const asked = turnTo ? pages.findIndex(({ fileId }) => fileId === turnTo.fileId) : -1;
  useEffect(() => {
    if (asked < 0) return;
    setAt(asked);
    const glass = section.current?.querySelector<HTMLElement>('.ev-glass') ?? section.current;
    // The panel stays where the reader left it, unless nothing of the page is in view.
    glass?.focus({ preventScroll: true });
    const { top = 0, bottom = 1 } = glass?.getBoundingClientRect() ?? {};
    if (bottom <= 0 || top >= window.innerHeight) section.current?.scrollIntoView({ block: 'nearest' });
  }, [asked, turnTo?.n]);
  const shown = pages[at]?.fileId;
  useEffect(() => {
    if (shown !== undefined) onShown?.(shown);
    // oxlint-disable-next-line react/exhaustive-deps -- said once for each file
  }, [shown]);

  if (failure)
    return <ErrorState failure={failure} {...(failure.status === 404 ? {} : { onRetry: retry })} />;
  if (files.length === 0) return <p className="ops-muted">{t('none')}</p>;
  const go = (by: number): void => setAt((now) => Math.min(count - 1, Math.max(0, now + by)));
  const ask = (what: StageOrder['what']): void => setOrder(({ n }) => ({ n: n + 1, what }));
  const nextContrast = (): void =>
    setContrast((now) => contrasts[(contrasts.indexOf(now) + 1) % contrasts.length]!);
  const rotate = (): void => setTurn((now) => (now + 90) % 360);
  const glass = (page: EvidencePage, n: number, own: boolean): ReactNode =>
    page.problem ? <Unshown key={own ? 'first' : 'second'} page={page} /> : stage(page, n, own);
  const stage = (page: EvidencePage, n: number, own: boolean): ReactNode => (
    <Stage
      key={own ? 'first' : 'second'}
      page={page}
      where={t('pageOf', { name: page.name, n: n + 1, count })}
      turn={turn}
      tilt={tilt}
      contrast={contrast}
      order={order}
      marks={marks}
      activeId={activeId}
      marking={marking}
      onMark={(region) => onMark?.(region)}
      onPick={(id) => onPick?.(id)}
      onKey={(asked) => {
        if (asked === 'turn') rotate();
        else if (asked === 'contrast') nextContrast();
        else if (own) go(asked === 'next' ? 1 : -1);
        else
          setBeside((now) =>
            now === null ? now : Math.min(count - 1, Math.max(0, now + (asked === 'next' ? 1 : -1))),
          );
      }}
    />
  );
  const first = pages[at];
  const second = beside === null ? undefined : pages[beside];
  return (
    <section ref={section} className="ev" tabIndex={-1} aria-label={t('evidence')}>
      <div className="ev-tools" role="toolbar" aria-label={t('evidence')}>
        <span className="ev-group">
          <Tool
            label={t('before')}
            off={at === 0}
            onClick={() => go(-1)}
            icon={<IconChevronLeft size={16} />}
          />
          <span className="ops-figures" aria-live="polite">
            {count === 0 ? '–' : t('page', { n: at + 1, count })}
          </span>
          <Tool
            label={t('next')}
            off={at >= count - 1}
            onClick={() => go(1)}
            icon={<IconChevronRight size={16} />}
          />
        </span>
        <span className="ev-group">
          <Tool label={t('smaller')} onClick={() => ask('smaller')} icon={<IconZoomOut size={16} />} />
          <Tool label={t('larger')} onClick={() => ask('larger')} icon={<IconZoomIn size={16} />} />
          <Tool label={t('whole')} onClick={() => ask('whole')} icon={<IconMaximize size={16} />} />
          <Tool label={t('width')} onClick={() => ask('width')} icon={<IconArrowAutofitWidth size={16} />} />
        </span>
        <span className="ev-group">
          <Tool label={t('turn')} onClick={rotate} icon={<IconRotate size={16} />} />
          <Slider
            className="ev-tilt"
            aria-label={t('tilt')}
            size="xs"
            min={-15}
            max={15}
            value={tilt}
            onChange={setTilt}
            label={(value) => `${value}°`}
            thumbLabel={t('tilt')}
          />
          <Tool
            label={`${t('contrast')}: ${t(`contrast.${contrast}`)}`}
            on={contrast !== 'plain'}
            onClick={nextContrast}
            icon={<IconContrast size={16} />}
          />
          <Tool
            label={t(beside === null ? 'compare' : 'single')}
            on={beside !== null}
            off={count < 2}
            onClick={() => setBeside(beside === null ? (at + 1) % count : null)}
            icon={<IconColumns size={16} />}
          />
        </span>
      </div>
      {marking !== null && (
        <p className="ev-hint ops-tone-accent" role="status">
          {t('mark', { label: marking })}
        </p>
      )}
      <div className="ev-stages" data-two={second ? true : undefined}>
        {first ? (
          glass(first, at, true)
        ) : (
          <p className="ops-muted ops-late" role="status">
            {t('loading')}
          </p>
        )}
        {second && beside !== null && glass(second, beside, false)}
      </div>
      {waiting > 0 && first && (
        <p className="ops-muted ops-late" role="status">
          {t('loading')}
        </p>
      )}
    </section>
  );
}

/** A page whose file cannot be shown here: why, and its file to keep. */
function Unshown({ page: { name, problem, blob } }: { page: EvidencePage }): ReactNode {
  const t = useEvidenceTranslations();
  const [href, setHref] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    setHref(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return (
    <div className="ev-unshown" role="alert">
      <p>
        <b>{name}</b>
      </p>
      <p>{problem && t(`problem.${problem}`)}</p>
      {href && (
        <a href={href} download={name}>
          {t('download')}
        </a>
      )}
    </div>
  );
}

function Tool({
  label,
  icon,
  on = false,
  off = false,
  onClick,
}: {
  label: string;
  icon: ReactNode;
  on?: boolean;
  off?: boolean;
  onClick: () => void;
}): ReactNode {
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      aria-pressed={on}
      disabled={off}
      onClick={onClick}
      variant={on ? 'light' : 'subtle'}
    >
      {icon}
    </ActionIcon>
  );
}
