// Replaces the library for port forwarding in the bundle, because the engine does not use it. The BitTorrent library
// treats undefined as "no port forwarding here".
export default undefined;
