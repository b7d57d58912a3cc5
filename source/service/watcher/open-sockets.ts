import { readFileSync } from 'node:fs';
import { endianness } from 'node:os';
import { readDescriptors } from './descriptors.ts';
import type { OpenSocketReport } from './methods.ts';

/** Numbers of Linux (socket(2)). */
const families = { unix: 1, inet: 2, inet6: 10 } as const;
const STREAM = 1;
const DATAGRAM = 2;

/** States of the kernel (include/net/tcp_states.h), from 1. */
const states = [
	'ESTABLISHED',
	'SYN_SENT',
	'SYN_RECV',
	'FIN_WAIT1',
	'FIN_WAIT2',
	'TIME_WAIT',
	'CLOSE',
	'CLOSE_WAIT',
	'LAST_ACK',
	'LISTEN',
	'CLOSING',
	'NEW_SYN_RECV',
];
/** Flag of a listening unix socket in /proc/net/unix. */
const UNIX_LISTENS = '00010000';
const UNIX_CONNECTED = '03';

const internetTables = [
	['tcp', families.inet, STREAM],
	['tcp6', families.inet6, STREAM],
	['udp', families.inet, DATAGRAM],
	['udp6', families.inet6, DATAGRAM],
] as const;

/** Returns the open sockets of a process of this account. Throws where there is no /proc, or no such process. */
export function readOpenSockets(pid: number): OpenSocketReport[] {
	const left = new Map(readDescriptors(pid).sockets);
	const rows: OpenSocketReport[] = [];
	const add = (inode: string | undefined, row: Omit<OpenSocketReport, 'fd'>) => {
		const fd = left.get(inode ?? '');
		if (fd === undefined) return;
		left.delete(inode ?? '');
		rows.push({ fd, ...row });
	};
	for (const [table, family, type] of internetTables) {
		for (const [, local = '', remote = '', state = '', , , , , , inode] of rowsOf(pid, table)) {
			const status = type === DATAGRAM ? 'NONE' : (states[Number.parseInt(state, 16) - 1] ?? state);
			add(inode, { family, type, laddr: address(local), raddr: address(remote), status });
		}
	}
	for (const [, , , flags, type = '', state, inode, ...path] of rowsOf(pid, 'unix')) {
		const status = state === UNIX_CONNECTED ? 'ESTABLISHED' : flags === UNIX_LISTENS ? 'LISTEN' : 'NONE';
		const laddr = path.join(' ') || '-';
		add(inode, { family: families.unix, type: Number.parseInt(type, 16), laddr, raddr: '-', status });
	}
	return rows.sort((a, b) => a.fd - b.fd);
}

/** Returns the rows of a table of /proc/net in the network namespace of the process, as fields. */
function rowsOf(pid: number, table: string): string[][] {
	let text: string;
	try {
		text = readFileSync(`/proc/${pid}/net/${table}`, 'latin1');
	} catch {
		return []; // The kernel lacks the protocol, for example IPv6.
	}
	const [, ...lines] = text.trimEnd().split('\n');
	return lines.map((line) => line.trim().split(/\s+/));
}

/** Parses '0100007F:1F90' as '127.0.0.1:8080': words of four bytes in the machine's order. '-' if it is unset. */
function address(text: string): string {
	const [host = '', port = ''] = text.split(':');
	const number = Number.parseInt(port, 16);
	if (number === 0 && /^0*$/.test(host)) return '-';
	const bytes = Buffer.from(host, 'hex');
	if (endianness() === 'LE') bytes.swap32();
	if (bytes.length === 4) return `${bytes.join('.')}:${number}`;
	// An IPv4 peer of an IPv6 socket (RFC 4291, part 2.5.5.2).
	if (bytes.toString('hex').startsWith('00000000000000000000ffff'))
		return `${bytes.subarray(12).join('.')}:${number}`;
	const groups = Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(2 * at).toString(16));
	return `${new URL(`http://[${groups.join(':')}]`).hostname}:${number}`;
}
