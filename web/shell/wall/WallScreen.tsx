import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { walls } from 'virtual:walls';
import { tileCounts } from '#shared/families/wall-figures.ts';
import type { WallTile } from '#shared/families/wall.ts';
import type { WallMark } from '#shared/families/wall-marks.ts';
import { formatAge, formatSeconds } from '#web/locales/formats.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { useLanguage } from '#web/locales/translations.ts';
import { useWall } from './translations.ts';
import { forgetDevice, pairedToken } from './device.ts';
import { WallConnection } from './connection.ts';
import { Figures } from './Figures.tsx';
import { Pairing } from './Pairing.tsx';
import './wall.css';

/** Older counts are shown as "–" (contract: wall), ms. */
export const staleAfterMs = 120_000;

/** More tiles than these turn like pages, each for so long (ms). */
const tilesAtOnce = 6;
const pageMs = 20_000;

/** The kiosk page: one board, readable across the room; shows the pairing form until it is paired. */
export function WallScreen(): ReactNode {
  const { name = '' } = useParams();
  const [token, setToken] = useState(pairedToken);
  const [revoked, setRevoked] = useState(false);
  if (!token) return <Pairing revoked={revoked} onPaired={setToken} />;
  return (
    <Board
      key={`${name} ${token}`}
      name={name}
      token={token}
      onUnpaired={() => {
        forgetDevice();
        setRevoked(true);
        setToken(null);
      }}
    />
  );
}

function Board({
  name,
  token,
  onUnpaired,
}: {
  name: string;
  token: string;
  onUnpaired: () => void;
}): ReactNode {
  const t = useWall();
  const language = useLanguage();
  const wall = walls.find((one) => one.name === name);
  const title = wall?.title[language] ?? t('wall.product');
  const [line] = useState(() => new WallConnection(`wall/${name}`, token));
  const { condition, receivedAt } = useSyncExternalStore(line.subscribe, line.state);
  useSyncExternalStore(line.rows.subscribe, () => line.rows.version);
  const now = useServerSecond();
  useEffect(() => {
    line.start();
    return () => line.stop();
  }, [line]);
  useEffect(() => {
    document.title = `${title} · ${t('wall.product')}`;
  }, [title, t]);
  useEffect(() => {
    if (condition === 'unpaired') onUnpaired();
  }, [condition, onUnpaired]);
  const old = receivedAt === null || now - receivedAt > staleAfterMs;
  const pages = Math.ceil((wall?.tiles.length ?? 0) / tilesAtOnce);
  const page = pages > 1 ? Math.floor(now / pageMs) % pages : 0;
  const marks = [...(line.rows.all() as unknown as Iterable<WallMark>)];

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
        {pages > 1 && <span className="ops-figures">{`${page + 1}/${pages}`}</span>}
        <time className="ops-figures">{formatSeconds(now)}</time>
      </header>
      {wall && wall.figures.length > 0 && (
        <Figures figures={wall.figures} marks={marks} old={old} now={now} />
      )}
      {wall && wall.tiles.length > 0 && (
        <div className="wall-tiles">
          {wall.tiles.map((tile, n) => (
            <Tile
              key={tile.board}
              of={tile}
              hidden={Math.floor(n / tilesAtOnce) !== page}
              {...{ marks, old, now }}
            />
          ))}
        </div>
      )}
    </main>
  );
}

function Tile({
  of,
  hidden,
  marks,
  old,
  now,
}: {
  of: WallTile;
  hidden: boolean;
  marks: readonly WallMark[];
  old: boolean;
  now: number;
}): ReactNode {
  const t = useWall();
  const language = useLanguage();
  const show = (value: number): string => (old ? '–' : String(value));
  const tile = tileCounts(of, marks, now);
  const people = of.people === true;
  const tone = old ? 'muted' : tile.breached > 0 ? 'danger' : tile.atRisk > 0 ? 'warn' : 'ok';
  return (
    <section className="wall-tile" data-tone={tone} hidden={hidden}>
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
          <div data-tone={tile.atRisk > 0 ? 'warn' : undefined}>
            <dt>{t('wall.risk')}</dt>
            <dd className="ops-figures">{show(tile.atRisk)}</dd>
          </div>
        )}
        <div data-tone={tile.breached > 0 ? 'danger' : undefined}>
          <dt>{t('wall.breached')}</dt>
          <dd className="ops-figures">{show(tile.breached)}</dd>
        </div>
      </dl>
    </section>
  );
}
