//! sockets-of-every-family
for (int family = 0; family < 46; family++) for (int type : {1, 2, 3, 5}) if (socket(family, type, 0) >= 0) printf("BROKEN: family %d\n", family);
HOLDS(1);
//! a-pair-of-sockets
int pair[2]; FAILS(socketpair(AF_UNIX, SOCK_STREAM, 0, pair)); FAILS(socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
//! connect-the-inherited-socket
struct sockaddr_un name = {AF_UNIX, "/run/dbus/system_bus_socket"}; FAILS(connect(channel(), (sockaddr *)&name, sizeof name));
struct sockaddr_un hidden = {AF_UNIX, {0, 'x'}}; FAILS(bind(channel(), (sockaddr *)&hidden, 4)); FAILS(listen(channel(), 1)); FAILS(accept(channel(), 0, 0));
//! send-a-descriptor-over-the-connection
char room[64] = {0}, byte = 0; struct iovec part = {&byte, 1}; struct msghdr all = {}; all.msg_iov = &part; all.msg_iovlen = 1; all.msg_control = room; all.msg_controllen = 24;
struct cmsghdr *one = CMSG_FIRSTHDR(&all); one->cmsg_level = SOL_SOCKET; one->cmsg_type = SCM_RIGHTS; one->cmsg_len = CMSG_LEN(4);
FAILS(sendmsg(channel(), &all, 0)); FAILS(recvmsg(channel(), &all, MSG_DONTWAIT)); FAILS(sendto(channel(), "x", 1, 0, 0, 0)); FAILS(recv(channel(), room, 1, MSG_DONTWAIT));
//! options-of-the-socket
int value = 1; socklen_t size = sizeof value; FAILS(setsockopt(channel(), SOL_SOCKET, SO_RCVBUF, &value, size)); FAILS(getsockopt(channel(), SOL_SOCKET, SO_PEERCRED, &value, &size));
struct sockaddr_un peer; size = sizeof peer; FAILS(getpeername(channel(), (sockaddr *)&peer, &size)); FAILS(shutdown(channel(), SHUT_RDWR));
//! names-of-hosts
#include <netdb.h>
int main() { struct addrinfo *found = nullptr; HOLDS(getaddrinfo("example.org", "80", 0, &found) != 0); HOLDS(gethostbyname("localhost.example.org") == nullptr); }
//! datagrams-by-call-number
FAILS(syscall(SYS_sendmmsg, channel(), 0, 0, 0)); FAILS(syscall(SYS_recvmmsg, channel(), 0, 0, 0, 0)); FAILS(syscall(SYS_accept4, channel(), 0, 0, 0));
//! requests-to-interfaces
char request[64] = "lo"; for (long each : {0x8912L, 0x8927L, 0x8914L, 0x89F0L, 0x8901L, 0x5415L}) FAILS(syscall(SYS_ioctl, channel(), each, request));
