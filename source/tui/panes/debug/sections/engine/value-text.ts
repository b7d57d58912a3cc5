import { decimal } from '../../../../../columns/figures.ts';
import { bytes } from '../../../../../format/bytes.ts';
import { duration, milliseconds } from '../../../../../format/duration.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { stringifyExact } from '../../../../../protocol/exact-json.ts';

type Unit =
	| 'bytes'
	| 'rate'
	| 'rate limit'
	| 'limit'
	| 's'
	| 'ms'
	| 'µs'
	| 'percent'
	| 'share'
	| 'flag'
	| 'none';

/** Suffixes of counters and settings whose unit is certain. The first that matches applies. */
const suffixes: readonly (readonly [pattern: RegExp, unit: Unit])[] = [
	[/_bytes$|\.dht_bytes_(?:in|out)$/, 'bytes'],
	[/_payload_rate$/, 'rate'],
	[/(?:^|_)(?:download|upload)_rate_limit$/, 'rate limit'],
	[/^disk\.disk_\w+_time$/, 'µs'],
	[/^process\.\w+_ms$/, 'ms'],
	[/^process\.\w+_s$/, 's'],
	[/\.event_loop_utilization$/, 'share'],
	[/^net\.has_incoming_connections$/, 'flag'],
];

/** Units of libtorrent's settings, from its reference of `settings_pack`. */
const settings: ReadonlyMap<string, Unit> = new Map(
	Object.entries({
		bytes: [
			'max_http_recv_buffer_size',
			'max_metadata_size',
			'max_peer_recv_buffer_size',
			'recv_socket_buffer_size',
			'send_buffer_low_watermark',
			'send_buffer_watermark',
			'send_not_sent_low_watermark',
			'send_socket_buffer_size',
		],
		rate: ['dht_upload_rate_limit', 'inactive_down_rate', 'inactive_up_rate'],
		limit: [
			'active_checking',
			'active_dht_limit',
			'active_downloads',
			'active_limit',
			'active_lsd_limit',
			'active_seeds',
			'active_tracker_limit',
			'unchoke_slots_limit',
		],
		s: [
			'auto_manage_interval',
			'auto_manage_startup',
			'auto_scrape_interval',
			'auto_scrape_min_interval',
			'cache_expiry',
			'close_file_interval',
			'dht_announce_interval',
			'dht_block_timeout',
			'dht_sample_infohashes_interval',
			'handshake_timeout',
			'inactivity_timeout',
			'local_service_announce_interval',
			'min_announce_interval',
			'min_reconnect_time',
			'optimistic_unchoke_interval',
			'peer_connect_timeout',
			'peer_timeout',
			'peer_turnover_interval',
			'piece_timeout',
			'request_queue_time',
			'request_timeout',
			'seed_time_limit',
			'stop_tracker_timeout',
			'tracker_completion_timeout',
			'tracker_receive_timeout',
			'unchoke_interval',
			'urlseed_timeout',
			'urlseed_wait_retry',
			'web_seed_name_lookup_retry',
			'whole_pieces_threshold',
		],
		ms: [
			'predictive_piece_announce',
			'tick_interval',
			'utp_connect_timeout',
			'utp_min_timeout',
			'utp_target_delay',
		],
		percent: [
			'peer_turnover',
			'peer_turnover_cutoff',
			'seed_time_ratio_limit',
			'send_buffer_watermark_factor',
			'share_ratio_limit',
			'tracker_backoff',
			'utp_loss_multiplier',
		],
	} satisfies { readonly [Name in Unit]?: readonly string[] }).flatMap(([unit, names]) =>
		names.map((name) => [name, unit as Unit] as const),
	),
);

/** Returns the unit of a counter or setting; 'none' if it is unknown. */
function unitOf(name: string): Unit {
	return settings.get(name) ?? suffixes.find(([pattern]) => pattern.test(name))?.[1] ?? 'none';
}

/** Maximum UTF-16 units of a value. */
const MAX_VALUE_LENGTH = 1_000;

/** Returns a counter or setting in words, with its unit if that is certain. `value`: any JSON. Sanitized. */
export function valueText(name: string, value: unknown): string {
	if (value === null || value === undefined) return 'none';
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (typeof value === 'string') return value === '' ? 'empty' : sanitize(value, MAX_VALUE_LENGTH);
	const unit = unitOf(name);
	if (typeof value === 'bigint' && unit === 'none') return String(value);
	const number = numberOf(value);
	return number === undefined ? sanitize(stringifyExact(value), MAX_VALUE_LENGTH) : withUnit(number, unit);
}

/** Returns the difference of two samples of a counter: '+1.2 MiB', '-3'. */
export function differenceText(name: string, difference: number): string {
	const unit = unitOf(name);
	const plain = unit === 'rate limit' ? 'rate' : unit === 'limit' || unit === 'flag' ? 'none' : unit;
	return `${difference < 0 ? '-' : '+'}${withUnit(Math.abs(difference), plain)}`;
}

/** Returns a JSON value as a number; undefined for others. A large integer is rounded. */
export function numberOf(value: unknown): number | undefined {
	return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}

function withUnit(number: number, unit: Unit): string {
	const plain = decimal(number);
	switch (unit) {
		case 'flag':
			return number === 0 ? 'no' : number === 1 ? 'yes' : plain;
		case 'rate limit':
			return number <= 0 ? 'unlimited' : `${bytes(number)}/s`;
		case 'limit':
			return number === -1 ? 'unlimited' : plain;
		case 'none':
			return plain;
		case 'bytes':
		case 'rate':
		case 's':
		case 'ms':
		case 'µs':
		case 'percent':
		case 'share':
			// Negative values have meanings of their own.
			return number < 0 ? plain : positiveWithUnit(number, unit);
	}
}

function positiveWithUnit(
	number: number,
	unit: 'bytes' | 'rate' | 's' | 'ms' | 'µs' | 'percent' | 'share',
): string {
	switch (unit) {
		case 'bytes':
			return bytes(number);
		case 'rate':
			return `${bytes(number)}/s`;
		case 's':
			return duration(number);
		case 'ms':
			return milliseconds(number);
		case 'µs':
			return number < 1_000 ? `${decimal(number)} µs` : milliseconds(number / 1_000);
		case 'percent':
			return `${decimal(number)} %`;
		case 'share':
			return `${(number * 100).toFixed(1)} %`;
	}
}
