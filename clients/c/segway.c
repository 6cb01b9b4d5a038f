/* The Segway of the 2004 paper's Appendix A, balanced over a plain socket.
 *
 *   cc segway.c -o segway -lm && ./segway ROBOT.xml [SECONDS [HOST [PORT]]]
 *
 * Sends the document and %%, then answers every frame. A message is: uint32 length of the whole message, name with NUL,
 * payload, all little-endian; bytes are assembled by hand. Needs only C99 and POSIX sockets. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { VEL = 2, FMAX = 5, AXIS2 = 256, MOST_BYTES = 64 << 20 };

typedef struct {
    int fd;
    unsigned char in[65536]; /* received, not yet parsed */
    unsigned char *message; /* the current message */
    unsigned char out[512]; /* the answer, sent in one call */
    size_t start, end, room, out_end;
} Robot;

static uint32_t get_u32(const unsigned char *p) {
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void put_u32(unsigned char *p, uint32_t value) {
    for (int i = 0; i < 4; i++) p[i] = (unsigned char)(value >> (8 * i));
}

static float get_float(const unsigned char *p) {
    uint32_t bits = get_u32(p);
    float value;
    return memcpy(&value, &bits, sizeof value), value;
}

static double get_double(const unsigned char *p) {
    uint64_t bits = get_u32(p) | (uint64_t)get_u32(p + 4) << 32;
    double value;
    return memcpy(&value, &bits, sizeof value), value;
}

static int send_all(int fd, const void *bytes, size_t count) {
    for (size_t done = 0; done < count;) {
        ssize_t sent = send(fd, (const char *)bytes + done, count - done, 0);
        if (sent < 0) return perror("send"), -1;
        done += (size_t)sent;
    }
    return 0;
}

/* Reads exactly `count` bytes. */
static int read_exactly(Robot *robot, unsigned char *to, size_t count) {
    for (size_t done = 0, part; done < count; done += part) {
        if (robot->start == robot->end) {
            ssize_t got = recv(robot->fd, robot->in, sizeof robot->in, 0);
            if (got < 0) return perror("recv"), -1;
            if (got == 0) return fprintf(stderr, "the server closed the connection\n"), -1;
            robot->start = 0;
            robot->end = (size_t)got;
        }
        part = robot->end - robot->start;
        if (part > count - done) part = count - done;
        memcpy(to + done, robot->in + robot->start, part);
        robot->start += part;
    }
    return 0;
}

/* Reads one message: its name, and its payload, which is valid until the next read. */
static const char *read_message(Robot *robot, const unsigned char **payload, size_t *size) {
    unsigned char head[4];
    if (read_exactly(robot, head, sizeof head) < 0) return NULL;
    size_t length = get_u32(head);
    if (length < 6 || length > MOST_BYTES) return fprintf(stderr, "a message of %zu bytes\n", length), NULL;
    length -= sizeof head;
    if (length > robot->room) {
        unsigned char *more = realloc(robot->message, length);
        if (more == NULL) return perror("realloc"), NULL;
        robot->message = more;
        robot->room = length;
    }
    if (read_exactly(robot, robot->message, length) < 0) return NULL;
    const unsigned char *nul = memchr(robot->message, 0, length);
    if (nul == NULL) return fprintf(stderr, "a message without a name\n"), NULL;
    *payload = nul + 1;
    *size = length - (size_t)(*payload - robot->message);
    return (const char *)robot->message;
}

static void put_message(Robot *robot, const char *name, const unsigned char *payload, size_t size) {
    size_t name_size = strlen(name) + 1, length = 4 + name_size + size;
    unsigned char *at = robot->out + robot->out_end;
    if (robot->out_end + length > sizeof robot->out) abort(); /* the answer of this program is always shorter */
    put_u32(at, (uint32_t)length);
    memcpy(at + 4, name, name_size);
    if (size > 0) memcpy(at + 4 + name_size, payload, size);
    robot->out_end += length;
}

static void put_command(Robot *robot, const char *joint, int property, float value) {
    unsigned char payload[8];
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(payload, (uint32_t)property);
    put_u32(payload + 4, bits);
    put_message(robot, joint, payload, sizeof payload);
}

static void answer(Robot *robot, float wheel_speed) {
    const char *motors[] = {"LMotor", "RMotor"};
    for (int i = 0; i < 2; i++) {
        put_command(robot, motors[i], AXIS2 + VEL, wheel_speed);
        put_command(robot, motors[i], AXIS2 + FMAX, 80);
    }
    put_message(robot, "SimEnd", NULL, 0);
    /* the reason of a failed send is in the data that the server sent before; the next read finds it */
    send_all(robot->fd, robot->out, robot->out_end);
    robot->out_end = 0;
}

/* An Error message: SERVER_STOPPED is a planned end, everything else a failure. */
static int is_planned_end(const unsigned char *payload, size_t size) {
    static const char code[] = "\"code\":\"SERVER_STOPPED\"";
    for (size_t at = 0; at + sizeof code - 1 <= size; at++)
        if (memcmp(payload + at, code, sizeof code - 1) == 0) return 1;
    return 0;
}

/* Runs until `seconds` of simulated time or until the server stops: tilt in, wheel speed out. 0: still standing. */
static int balance(Robot *robot, double seconds) {
    /* an inverted pendulum; the gains place its four poles at -p, see examples/SegwayPilot.ts */
    const double g = 3.815, length = 0.591, radius = 0.236, rest = -0.1732, p = 1.5;
    const double k1 = p * p * p * p * length / g, k2 = 4 * p * p * p * length / g;
    const double k3 = length * (6 * p * p + k1) + g, k4 = length * (4 * p + k2);
    double start = NAN, time = NAN, frame_time = NAN, tilt = NAN, speed = 0, place = 0;
    for (;;) {
        const unsigned char *payload;
        size_t size;
        const char *name = read_message(robot, &payload, &size);
        if (name == NULL) return -1;
        int is_error = strcmp(name, "Error") == 0, is_over = is_error && is_planned_end(payload, size);
        if (is_error) fprintf(stderr, "%.*s\n", (int)size, (const char *)payload);
        if (is_error && (!is_over || isnan(start))) return -1;
        if (strcmp(name, "Reset") == 0) time = NAN, speed = place = 0;
        if (strcmp(name, "Timestamp") == 0 && size == 8) frame_time = get_double(payload);
        if (strcmp(name, "Incmeter") == 0 && size == 4) {
            double now = get_float(payload), step = isnan(time) ? 0 : frame_time - time;
            double rate = step > 0 ? (now - tilt) / step : 0;
            speed += (k1 * place + k2 * speed + k3 * (now - rest) + k4 * rate) * step;
            speed = fmax(-3.5, fmin(3.5, speed));
            place += speed * step;
            tilt = now;
            time = frame_time;
            if (isnan(start)) start = time;
        }
        if (strcmp(name, "FrameEnd") != 0 && !is_over) continue;
        if (fabs(tilt) > 1) return printf("fell at t = %.3f s\n", time), 1;
        if (is_over || time - start >= seconds)
            return printf("still standing after %.3f s, tilt %.4f rad, at %.3f m\n", time - start, tilt, place), 0;
        answer(robot, (float)(speed / radius));
    }
}

static int connect_to(const char *host, const char *port) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *all = NULL;
    int problem = getaddrinfo(host, port, &hints, &all), fd = -1, on = 1;
    if (problem != 0) return fprintf(stderr, "%s: %s\n", host, gai_strerror(problem)), -1;
    for (struct addrinfo *one = all; one != NULL && fd < 0; one = one->ai_next) {
        fd = socket(one->ai_family, one->ai_socktype, one->ai_protocol);
        if (fd >= 0 && connect(fd, one->ai_addr, one->ai_addrlen) < 0) close(fd), fd = -1;
    }
    freeaddrinfo(all);
    if (fd < 0) return fprintf(stderr, "no server at %s:%s\n", host, port), -1;
    if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) < 0) perror("TCP_NODELAY");
    return fd;
}

static int send_document(int fd, FILE *file) {
    unsigned char part[4096];
    size_t count;
    while ((count = fread(part, 1, sizeof part, file)) > 0)
        if (send_all(fd, part, count) < 0) return -1;
    if (ferror(file)) return perror("document"), -1;
    return send_all(fd, "%%", 2);
}

int main(int argc, char **argv) {
    static Robot robot;
    int result = -1;
    if (argc < 2) return fprintf(stderr, "usage: %s DOCUMENT [SECONDS [HOST [PORT]]]\n", argv[0]), 2;
    FILE *file = fopen(argv[1], "rb");
    if (file == NULL) return perror(argv[1]), 2;
    signal(SIGPIPE, SIG_IGN);
    robot.fd = connect_to(argc > 3 ? argv[3] : "127.0.0.1", argc > 4 ? argv[4] : "9040");
    if (robot.fd >= 0 && send_document(robot.fd, file) == 0) result = balance(&robot, argc > 2 ? atof(argv[2]) : 60);
    /* closing the connection instead of SimEnd leaves the simulation */
    if (robot.fd >= 0) close(robot.fd);
    free(robot.message);
    fclose(file);
    return result < 0 ? 2 : result;
}
