"""A libtorrent session with one torrent, on loopback alone. Ends when its stdin does."""

import json
import os
import sys
import threading
import time

import libtorrent as lt

FORCED, ENABLED, DISABLED = 0, 1, 2
POLICIES = {'forced': FORCED, 'allowed': ENABLED, 'refused': DISABLED}
RC4, BOTH = 2, 3


def end_with_parent():
    sys.stdin.read()
    os._exit(0)


job = json.loads(sys.argv[1])
threading.Thread(target=end_with_parent, daemon=True).start()
policy = POLICIES[job['encryption']]
address = f'[{job["address"]}]' if ':' in job['address'] else job['address']
session = lt.session(
    {
        'listen_interfaces': f'{address}:{job["port"]}',
        'enable_dht': False,
        'enable_lsd': False,
        'enable_upnp': False,
        'enable_natpmp': False,
        'enable_incoming_utp': False,
        'enable_outgoing_utp': False,
        'in_enc_policy': policy,
        'out_enc_policy': policy,
        'allowed_enc_level': RC4 if policy == FORCED else BOTH,
        'allow_multiple_connections_per_ip': True,
    }
)
wanted = lt.add_torrent_params()
# Reading and parsing the .torrent is a part of adding it.
began = time.monotonic()
wanted.ti = lt.torrent_info(job['torrent'])
wanted.save_path = job['folder']
wanted.flags |= lt.torrent_flags.disable_pex
wanted.flags &= ~lt.torrent_flags.auto_managed
wanted.flags &= ~lt.torrent_flags.paused
torrent = session.add_torrent(wanted)
limit = job.get('limit')
if limit:
    # Loopback peers are exempt from limits of the session, but not from those of the torrent.
    torrent.set_upload_limit(limit)
    torrent.set_download_limit(limit)


def told(peer):
    return {
        'interesting': bool(peer.flags & lt.peer_info.interesting),
        'choked': bool(peer.flags & lt.peer_info.choked),
        'remote_interested': bool(peer.flags & lt.peer_info.remote_interested),
        'remote_choked': bool(peer.flags & lt.peer_info.remote_choked),
        'local_connection': bool(peer.flags & lt.peer_info.local_connection),
        'seed': bool(peer.flags & lt.peer_info.seed),
        'total_upload': peer.total_upload,
        'total_download': peer.total_download,
    }


ready = complete = False
told_at = 0
while True:
    status = torrent.status()
    if not ready and status.state in (status.downloading, status.finished, status.seeding):
        ready = True
        print('ready', flush=True)
    if not complete and status.is_seeding:
        complete = True
        print(f'complete {time.monotonic() - began:.3f}', flush=True)
    if limit and time.monotonic() - told_at > 0.1:
        told_at = time.monotonic()
        print('peers ' + json.dumps([told(peer) for peer in torrent.get_peer_info()]), flush=True)
    if status.errc.value() != 0:
        sys.exit(f'libtorrent: {status.errc.message()}')
    time.sleep(0.005 if not complete else 0.5)
