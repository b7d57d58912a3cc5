import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** An open socket of a process. */
export interface OpenSocket {
	readonly inode: string;
	readonly protocol: 'tcp' | 'udp';
	readonly listening: boolean;
	/** address:port */
	readonly local: string;
	/** address:port, with port 0 without a remote side. */
	readonly remote: string;
}

const LISTEN = '0A';

/** Returns the inodes of the current sockets of a process. */
function socketInodes(pid: number): ReadonlySet<string> {
	const inodes = new Set<string>();
	for (const descriptor of readdirSync(`/proc/${pid}/fd`)) {
		try {
			const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1];
			if (inode !== undefined) inodes.add(inode);
		} catch {
			// It was closed between the two reads.
		}
	}
	return inodes;
}

/** Returns the inodes of all Unix sockets of the machine. */
export function unixSockets(): Set<string> {
	const [, ...lines] = readFileSync('/proc/net/unix', 'utf8').trim().split('\n');
	return new Set(lines.map((line) => line.split(/\s+/)[6] ?? ''));
}

/** Returns the current TCP and UDP sockets of a process, from /proc, by the inodes of its descriptors. */
function socketsOf(pid: number, inodes: ReadonlySet<string>): OpenSocket[] {
	return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((table) => {
		const [, ...lines] = readFileSync(`/proc/${pid}/net/${table}`, 'utf8').trim().split('\n');
		return lines.flatMap((line): OpenSocket[] => {
			const [, local = '', remote = '', state, , , , , , inode = ''] = line.trim().split(/\s+/);
			if (!inodes.has(inode)) return [];
			const protocol = table.startsWith('tcp') ? 'tcp' : 'udp';
			return [{ inode, protocol, listening: state === LISTEN, local: plain(local), remote: plain(remote) }];
		});
	});
}

/**
 * Returns the sockets of a process unless all are known. Adds TCP sockets to those that are known: their addresses do
 * not change.
 *
 * @param known inodes, at first those of `unixSockets`
 */
export function unknownSocketsOf(pid: number, known: Set<string>): OpenSocket[] {
	const inodes = socketInodes(pid);
	if ([...inodes].every((inode) => known.has(inode))) return [];
	const sockets = socketsOf(pid, inodes);
	for (const { protocol, inode } of sockets) if (protocol === 'tcp') known.add(inode);
	return sockets;
}

/** The kernel writes addresses as words of hexadecimal digits in the byte order of the machine. */
function plain(text: string): string {
	const [address = '', port = ''] = text.split(':');
	const words = address.match(/.{8}/g) ?? [];
	const bytes = words.flatMap((word) =>
		(word.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)).reverse(),
	);
	const mapped = bytes.length === 16 && bytes.slice(0, 12).join() === '0,0,0,0,0,0,0,0,0,0,255,255';
	const shown = bytes.length === 4 || mapped ? bytes.slice(-4).join('.') : address;
	return `${shown}:${Number.parseInt(port, 16)}`;
}
