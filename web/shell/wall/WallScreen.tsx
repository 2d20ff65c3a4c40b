import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { walls } from 'virtual:walls';
import { alarmsOf, tileCounts } from '#shared/families/wall-figures.ts';
import type { WallFace, WallTile } from '#shared/families/wall.ts';
import type { WallMark } from '#shared/families/wall-marks.ts';
import { formatAge, formatSeconds } from '#web/locales/formats.ts';
import { serverClock, useServerSecond } from '#web/locales/server-clock.ts';
import { useLanguage } from '#web/locales/translations.ts';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { useWall } from './translations.ts';
import { forgetDevice, pairedToken } from './device.ts';
import { Chime } from './chime.ts';
import { WallConnection } from './connection.ts';
import { Figures } from './Figures.tsx';
import { Pairing } from './Pairing.tsx';
import { pageAt, pageOf, pagesOf, tilesAtOnce, turnsOf, type Turns } from './turns.ts';
import './wall.css';

/** Older counts are shown as "–" (contract: wall), ms. */
export const staleAfterMs = 120_000;

/** The first rows are drawn shortly after they are received, ms. */
const settleMs = 3_000;
/** Boards that are not shown are looked at for alarms this often, ms. */
const hiddenMs = 10_000;

/** The kiosk page: boards in turn, readable across the room; shows the pairing form until it is paired. */
export function WallScreen(): ReactNode {
  const { name = '' } = useParams();
  const [query] = useSearchParams();
  const [token, setToken] = useState(pairedToken);
  const [revoked, setRevoked] = useState(false);
  const [chime] = useState(() => new Chime());
  if (!token) return <Pairing revoked={revoked} onPaired={setToken} />;
  return (
    <Boards
      key={`${name} ${query.toString()} ${token}`}
      turns={turnsOf(name, query)}
      token={token}
      chime={chime}
      onUnpaired={() => {
        forgetDevice();
        setRevoked(true);
        setToken(null);
      }}
    />
  );
}

/** The boards of a screen, one page at a time; each stays connected, so that its alarms are known. */
function Boards({
  turns,
  token,
  chime,
  onUnpaired,
}: {
  turns: Turns;
  token: string;
  chime: Chime;
  onUnpaired: () => void;
}): ReactNode {
  const now = useServerSecond();
  const [startedAt] = useState(() => serverClock.now());
  const [alarm, setAlarm] = useState<{ page: number; since: number } | null>(null);
  const pages = useMemo(() => pagesOf(turns.boards, walls), [turns.boards]);
  const at = pageAt(
    pages.length,
    turns,
    now - startedAt,
    alarm && { page: alarm.page, agoMs: now - alarm.since },
  );
  const page = pages[at]!;
  const onAlarm = useCallback(
    (board: string, names: readonly string[]) => {
      const wall = walls.find((one) => one.name === board);
      if (!wall || names[0] === undefined) return;
      chime.ring();
      setAlarm({ page: pageOf(pages, board, wall, names[0]), since: serverClock.now() });
    },
    [chime, pages],
  );
  return turns.boards.map((board) => (
    <Board
      key={board}
      name={board}
      token={token}
      page={page.board === board ? page.at : null}
      turn={pages.length > 1 ? `${at + 1}/${pages.length}` : null}
      chime={chime}
      onAlarm={onAlarm}
      onUnpaired={onUnpaired}
    />
  ));
}

function Board({
  name,
  token,
  page,
  turn,
  chime,
  onAlarm,
  onUnpaired,
}: {
  name: string;
  token: string;
  /** The page of its tiles that is shown; null while another board is. */
  page: number | null;
  turn: string | null;
  chime: Chime;
  onAlarm: (board: string, names: readonly string[]) => void;
  onUnpaired: () => void;
}): ReactNode {
  const t = useWall();
  const language = useLanguage();
  const narrow = useNarrow();
  const wall = walls.find((one) => one.name === name);
  const title = wall?.title[language] ?? t('wall.product');
  const [line] = useState(() => new WallConnection(`wall/${name}`, token));
  const { condition, receivedAt } = useSyncExternalStore(line.subscribe, line.state);
  const version = useSyncExternalStore(line.rows.subscribe, () => line.rows.version);
  const now = useServerSecond();
  const shown = page !== null;
  useEffect(() => {
    line.start();
    return () => line.stop();
  }, [line]);
  useEffect(() => {
    if (shown) document.title = `${title} · ${t('wall.product')}`;
  }, [title, t, shown]);
  useEffect(() => {
    if (condition === 'unpaired') onUnpaired();
  }, [condition, onUnpaired]);
  const old = receivedAt === null || now - receivedAt > staleAfterMs;
  // oxlint-disable-next-line react/exhaustive-deps -- the version stands for the rows
  const marks = useMemo(() => [...(line.rows.all() as unknown as Iterable<WallMark>)], [line, version]);
  useAlarms(wall, old ? null : marks, now, (names) => onAlarm(name, names));
  if (!shown) return null;

  return (
    <main className="wall" data-old={old || undefined}>
      <header className="wall-head">
        <h1>
          {title}
          {line.places !== null && <span> · {t('wall.places', { count: line.places })}</span>}
        </h1>
        <p role="status">
          {!wall || condition === 'unknown'
            ? t('wall.unknown')
            : receivedAt === null
              ? t('wall.connecting')
              : condition === 'live' && !old
                ? t('wall.updated', { time: formatSeconds(receivedAt) })
                : t('wall.noLine', { time: formatSeconds(receivedAt) })}
        </p>
        {turn !== null && <span className="ops-figures">{turn}</span>}
        <SoundSwitch chime={chime} />
        <time className="ops-figures">{formatSeconds(now)}</time>
      </header>
      {wall && wall.figures.length > 0 && (
        <Figures figures={wall.figures} marks={marks} old={old} now={now} />
      )}
      {wall && wall.tiles.length > 0 && (
        <div className="wall-tiles">
          {/* In a hand there is room for all, one below the other. */}
          {(narrow ? wall.tiles : wall.tiles.slice(page * tilesAtOnce, (page + 1) * tilesAtOnce)).map(
            (tile) => (
              <Tile key={tile.board} of={tile} {...{ marks, old, now }} />
            ),
          )}
        </div>
      )}
    </main>
  );
}

/** Calls back with alarms that were not there before; those of the first rows are not new. */
function useAlarms(
  wall: WallFace | undefined,
  marks: readonly WallMark[] | null,
  now: number,
  onNew: (names: readonly string[]) => void,
): void {
  const slow = Math.floor(now / hiddenMs) * hiddenMs;
  const names = useMemo(
    () => (wall && marks ? alarmsOf(wall, marks, Math.max(slow, serverClock.now())) : null),
    [wall, marks, slow],
  );
  const before = useRef<{ readonly names: ReadonlySet<string>; readonly settled: number } | null>(null);
  const latest = useRef(onNew);
  latest.current = onNew;
  useEffect(() => {
    if (names === null) return;
    const settled = before.current?.settled ?? serverClock.now() + settleMs;
    const fresh = [...names].filter((one) => before.current?.names.has(one) === false);
    before.current = { names, settled };
    if (fresh.length > 0 && serverClock.now() >= settled) latest.current(fresh);
  }, [names]);
}

/** The chime of new alarms: off until somebody presses it, as browsers require. */
function SoundSwitch({ chime }: { chime: Chime }): ReactNode {
  const t = useWall();
  const on = useSyncExternalStore(chime.subscribe, chime.sounds);
  return (
    <button
      type="button"
      className="wall-sound"
      aria-pressed={on}
      onClick={() => (on ? chime.off() : chime.on())}
    >
      {t(on ? 'wall.soundOn' : 'wall.soundOff')}
    </button>
  );
}

function Tile({
  of,
  marks,
  old,
  now,
}: {
  of: WallTile;
  marks: readonly WallMark[];
  old: boolean;
  now: number;
}): ReactNode {
  const t = useWall();
  const language = useLanguage();
  const show = (value: number): string => (old ? '–' : String(value));
  const tile = tileCounts(of, marks, now);
  const people = of.people === true;
  return (
    <section className="wall-tile" data-tone={!old && tile.breached > 0 ? 'danger' : undefined}>
      <h2>{of.title[language]}</h2>
      <p className="wall-number ops-figures">
        {show(people ? tile.waiting - tile.held : tile.waiting)}
        {!people && <span>{t('wall.waiting')}</span>}
      </p>
      <dl>
        <div>
          <dt>{t(people ? 'wall.onBreak' : 'wall.held')}</dt>
          <dd className="ops-figures">{show(tile.held)}</dd>
        </div>
        {!people && (
          <div>
            <dt>{t('wall.oldest')}</dt>
            <dd className="ops-figures">
              {old || tile.oldestAt === null ? '–' : formatAge(now - Date.parse(tile.oldestAt))}
            </dd>
          </div>
        )}
        {!people && (
          <div>
            <dt>{t('wall.risk')}</dt>
            <dd className="ops-figures">{show(tile.atRisk)}</dd>
          </div>
        )}
        <div data-tone={!old && tile.breached > 0 ? 'danger' : undefined}>
          <dt>{t('wall.breached')}</dt>
          <dd className="ops-figures">{show(tile.breached)}</dd>
        </div>
      </dl>
    </section>
  );
}
